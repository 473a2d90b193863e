/** The options of a run of the model. */
export interface ModelOptions {
  /** The seed of all chance. */
  readonly seed: number;
  /** The minimum number of steps. */
  readonly steps: number;
  /** The place of the smallest transcript in a run that failed. */
  readonly path: string | undefined;
  /** Whether to print how often each verb had each outcome. */
  readonly saysMix: boolean;
}

/** Reads the options from the environment. `steps` is the default number. */
export function modelOptions(steps: number): ModelOptions {
  const { ASBUILT_MODEL_SEED, ASBUILT_MODEL_STEPS, ASBUILT_MODEL_PATH } = process.env;
  return {
    seed: Number(ASBUILT_MODEL_SEED ?? Math.floor(Math.random() * 2 ** 31)),
    steps: Number(ASBUILT_MODEL_STEPS ?? steps),
    path: ASBUILT_MODEL_PATH,
    saysMix: process.env["ASBUILT_MODEL_MIX"] !== undefined,
  };
}
