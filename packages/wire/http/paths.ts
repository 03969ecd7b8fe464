// The paths of the HTTP calls for sign-in, documents and outcomes (API-1). The paths of commands are in `userCommands`, the paths of calls
// that read the market in `userReads`.

export const paths = {
  login: '/api/authenticate/login',
  demoLogin: '/api/authenticate/DemoLogin',
  getHqAccess: '/api/authenticate/getHQAccess',
  changePassword: '/api/authenticate/changePassword',
  twoFactorConfirmation: '/api/twoFactorAuth/OTP2FAConfirmation',
  twoFactorReset: '/api/twoFactorAuth/TwoFAReset',
  twoFactorEnrol: '/api/twoFactorAuth/Enrol',
  twoFactorConfirmEnrolment: '/api/twoFactorAuth/ConfirmEnrolment',
  logout: '/api/authenticate/logout',
  sessions: '/api/authenticate/sessions',
  revokeSession: '/api/authenticate/revokeSession',
  getClientSettings: '/api/StaticData/GetClientSettings',
  getUserPreference: '/api/UserSettings/GetUserPreference',
  createUserPreference: '/api/UserSettings/CreateUserPreference',
  updateUserPreference: '/api/UserSettings/UpdateUserPreference',
  deleteUserPreferenceByUserId: '/api/UserSettings/DeleteUserPreferenceByUserId',
  getAllUserLayouts: '/api/UserSettings/GetAllUserLayouts',
  createUserLayout: '/api/UserSettings/CreateUserLayout',
  updateUserLayout: '/api/UserSettings/updateUserLayout',
  deleteUserLayoutById: '/api/UserSettings/DeleteUserLayoutById',
  orderByRequestId: '/api/Orders/ByRequestId',
  dealByRequestId: '/api/Deals/ByRequestId',
  unmatchedDealByRequestId: '/api/UnmatchedDeals/ByRequestId',
  siloByRequestId: '/api/Silo/ByRequestId',
} as const;
