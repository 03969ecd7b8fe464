// Mills' ratio M(z) = N(−z) / φ(z) of the standard normal distribution: a tail probability without its
// exponential. Prices are differences of it. It is computed from ρ = 1/M − z, which is fitted by rational
// functions with positive terms only; the error of the fit is 2e-19 (near-equal ripple, computed with
// mpmath at 100 digits). ρ has digits that M has lost: the slope of M is −ρ·M, whereas z·M − 1 would
// cancel.

/**
 * @param z 0 or more
 * @returns M(z) = N(−z) / φ(z). Worst error measured: 3.3 ulp
 */
export function millsRatio(z: number): number {
  return 1 / (z + millsExcess(z));
}

/**
 * @param z 0 or more
 * @returns ρ(z) = 1 / M(z) − z, between 0 and 0.8. Worst error measured: 6 ulp
 */
export function millsExcess(z: number): number {
  if (z < 3) return excessNear(z);
  return z < 10 ? excessMiddle(z) : excessFar(z);
}

function excessNear(z: number): number {
  let over = 6.736673953750764e-6;
  over = over * z + 0.0001817511981487209;
  over = over * z + 0.0023068205168493036;
  over = over * z + 0.017845490799590465;
  over = over * z + 0.09118604445063881;
  over = over * z + 0.31262967147089826;
  over = over * z + 0.6773644206784427;
  over = over * z + 0.7978845608028654;
  let under = 6.736830572210478e-6;
  under = under * z + 0.0001817431966713515;
  under = under * z + 0.0023204964860894343;
  under = under * z + 0.018205613182499816;
  under = under * z + 0.09580083365820341;
  under = under * z + 0.34683120615130614;
  under = under * z + 0.8492566370184836;
  under = under * z + 1.3043799810634509;
  under = under * z + 1;
  return over / under;
}

function excessMiddle(z: number): number {
  let over = 4.797683623227639e-5;
  over = over * z + 0.0008430428676255708;
  over = over * z + 0.007808905101431231;
  over = over * z + 0.046326442849094006;
  over = over * z + 0.187413206465942;
  over = over * z + 0.5154388506257422;
  over = over * z + 0.9008939899657474;
  over = over * z + 0.7978840395977772;
  let under = 4.7976836361209045e-5;
  under = under * z + 0.0008430428530214028;
  under = under * z + 0.00790485955646966;
  under = under * z + 0.048012502203029;
  under = under * z + 0.20274378292683265;
  under = under * z + 0.6030223091676884;
  under = under * z + 1.231036183247219;
  under = under * z + 1.584529564211958;
  under = under * z + 1;
  return over / under;
}

function excessFar(z: number): number {
  const u = 1 / (z * z);
  let over = 6000.669819582395;
  over = over * u + 17675.787890639764;
  over = over * u + 7656.576280247753;
  over = over * u + 1075.5413146262524;
  over = over * u + 57.381802908210275;
  over = over * u + 1;
  let under = 21887.45634722612;
  under = under * u + 28531.728286245245;
  under = under * u + 9505.36809205019;
  under = under * u + 1184.3049204426734;
  under = under * u + 59.381802908210275;
  under = under * u + 1;
  return over / (z * under);
}
