// The inverse of the standard normal distribution. Rational functions of near-equal ripple after the change
// of variables of M. J. Wichura (algorithm AS 241, 1988), fitted to 3e-18 with mpmath at 90 digits.
import { ln } from '../elementary/logarithm.ts';

const edgeOfMiddle = 0.425;

/**
 * @param p from 0 to 1
 * @returns z with N(z) = p; ∓Infinity for 0 and 1, NaN outside and for NaN. Worst error measured: 5.8 ulp
 */
export function normalQuantile(p: number): number {
  const offCentre = p - 0.5;
  if (offCentre <= edgeOfMiddle && offCentre >= -edgeOfMiddle) return quantileOffCentre(offCentre);
  return offCentre < 0 ? -upperQuantile(p) : upperQuantile(1 - p);
}

/**
 * @param offCentre p − 1/2, from −0.425 to 0.425
 * @returns z with N(z) = 1/2 + offCentre
 */
function quantileOffCentre(offCentre: number): number {
  const v = 0.180625 - offCentre * offCentre;
  let over = 6370.7994527834035;
  over = over * v + 109847.32186749147;
  over = over * v + 292030.9928153802;
  over = over * v + 270342.09077010624;
  over = over * v + 113674.16462043462;
  over = over * v + 24336.269641998682;
  over = over * v + 2738.6400744740095;
  over = over * v + 153.7661154421831;
  over = over * v + 3.387132872796367;
  let under = 14720.151779654776;
  under = under * v + 103971.24688288153;
  under = under * v + 186790.67825094087;
  under = under * v + 135869.0410926871;
  under = under * v + 48301.934066244794;
  under = under * v + 9126.288505096552;
  under = under * v + 931.9459009252728;
  under = under * v + 48.4023884164737;
  under = under * v + 1;
  return offCentre * (over / under);
}

/** z with N(−z) = tail, for a tail below 0.075; NaN below 0 and for NaN. */
function upperQuantile(tail: number): number {
  const root = Math.sqrt(-ln(tail));
  if (root === Number.POSITIVE_INFINITY) return root;
  if (root < 4) return nearTail(root - 1.6);
  return root < 9 ? middleTail(root - 4) : farTail(root - 9);
}

function nearTail(v: number): number {
  let over = 0.0006817120449234154;
  over = over * v + 0.019377290936821813;
  over = over * v + 0.20752767155148075;
  over = over * v + 1.1231116117147495;
  over = over * v + 3.3489687418050536;
  over = over * v + 5.490907343156824;
  over = over * v + 4.536975913140537;
  over = over * v + 1.4234371107496835;
  let under = 1.3276778136986821e-9;
  under = under * v + 0.00048194297993639414;
  under = under * v + 0.012937056799709934;
  under = under * v + 0.12731251216083178;
  under = under * v + 0.6145275294699335;
  under = under * v + 1.5593580864930212;
  under = under * v + 1.9876025448926276;
  under = under * v + 1;
  return over / under;
}

function middleTail(v: number): number {
  let over = 1.4739766189030333e-5;
  over = over * v + 0.0011178248183496154;
  over = over * v + 0.02801538409518791;
  over = over * v + 0.31811860455005425;
  over = over * v + 1.7982119090579127;
  over = over * v + 4.921153024095911;
  over = over * v + 5.177341220537704;
  let under = 1.0422441723520438e-5;
  under = under * v + 0.0007487740712496659;
  under = under * v + 0.01684780078427419;
  under = under * v + 0.15926727157075218;
  under = under * v + 0.662138658250574;
  under = under * v + 1;
  return over / under;
}

function farTail(v: number): number {
  let over = 9.720621519542678e-9;
  over = over * v + 2.1708882991938383e-6;
  over = over * v + 0.00016305485756078761;
  over = over * v + 0.0057520344902910305;
  over = over * v + 0.10772683863103008;
  over = over * v + 1.1031057501685844;
  over = over * v + 5.832561169615951;
  over = over * v + 12.454128856543234;
  let under = 6.873506254970904e-9;
  under = under * v + 1.4731977252682973e-6;
  under = under * v + 0.00010206395067286531;
  under = under * v + 0.0031529344830864823;
  under = under * v + 0.04802543666644431;
  under = under * v + 0.35300749992123326;
  under = under * v + 1;
  return over / under;
}
