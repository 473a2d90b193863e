import { V7Generator } from "uuidv7";

// Drawn many at once: a draw costs as much as making fifty ids, however few words it answers.
const words = new Uint32Array(256);
let used = words.length;

const generator = new V7Generator({
  nextUint32() {
    if (used === words.length) {
      crypto.getRandomValues(words);
      used = 0;
    }
    return words[used++]!;
  },
});

/** A new id that nothing else has, and that sorts by when it was made: a UUID of version 7. */
export const newUuid = (): string => generator.generate().toString();
