import { V7Generator } from "uuidv7";

// Random words are drawn 256 at a time. One draw costs as much as making fifty ids, whatever its
// size.
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

/** Returns a new unique id that sorts by its time of creation: a UUID of version 7. */
export const newUuid = (): string => generator.generate().toString();
