export { checkPin, type Identified, type SentPin } from "./check.ts";
export { PinRefusal } from "./refusal.ts";
export { clearPin, resetPin } from "./reset.ts";
export { setPin } from "./set.ts";
export type { PinState } from "./state.ts";
