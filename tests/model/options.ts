/** What a run of the model is asked to do. */
export interface ModelOptions {
  /** All that is left to chance follows from it. */
  readonly seed: number;
  /** How many steps it does at least. */
  readonly steps: number;
  /** Of a run that failed, where its smallest transcript is found. */
  readonly path: string | undefined;
  /** Whether it prints what its steps came to. */
  readonly saysMix: boolean;
}

/** Reads from the environment what is asked; so many steps unless told. */
export function modelOptions(steps: number): ModelOptions {
  const { ASBUILT_MODEL_SEED, ASBUILT_MODEL_STEPS, ASBUILT_MODEL_PATH } = process.env;
  return {
    seed: Number(ASBUILT_MODEL_SEED ?? Math.floor(Math.random() * 2 ** 31)),
    steps: Number(ASBUILT_MODEL_STEPS ?? steps),
    path: ASBUILT_MODEL_PATH,
    saysMix: process.env["ASBUILT_MODEL_MIX"] !== undefined,
  };
}
