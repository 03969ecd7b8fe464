// A QR code as an SVG path, black on white in both themes, because cameras expect it. The component is loaded as a separate chunk.
import { encode } from 'uqr';
import styles from './account-dialog.module.css';

export function QrCode({ text }: { readonly text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label="QR code with the key for your authenticator application"
    >
      <path d={squares.join('')} fill="#000" />
    </svg>
  );
}
