// The addresses of the screens.
export const loginAddress = '/authentication/login';
export const tradingAddress = '/app/trading';
