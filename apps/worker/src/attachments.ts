import type { AttachmentStore, Content, Flaw, Received } from "@asbuilt/core";

/** The parts of an object of R2 that are used. */
interface R2ObjectLike {
  readonly key: string;
  readonly size: number;
  readonly uploaded: Date;
  readonly checksums: { readonly sha256?: ArrayBuffer };
}

/** The parts of an R2 bucket that are used. */
export interface R2Like {
  put(
    key: string,
    value: ReadableStream<Uint8Array>,
    options?: { readonly sha256?: string },
  ): Promise<unknown>;
  get(key: string): Promise<{ readonly body: ReadableStream<Uint8Array> } | null>;
  delete(keys: string | string[]): Promise<void>;
  list(options: {
    readonly prefix: string;
    readonly startAfter?: string;
  }): Promise<{ readonly objects: readonly R2ObjectLike[]; readonly truncated: boolean }>;
}

/** The stream of the runtime whose length is known beforehand: R2 takes no other. */
declare class FixedLengthStream extends TransformStream<Uint8Array, Uint8Array> {
  constructor(length: number);
}

/** The stream of the runtime that makes a digest. */
type DigestStream = WritableStream<Uint8Array> & { readonly digest: Promise<ArrayBuffer> };

const newDigest = (): DigestStream => {
  // Only the Workers runtime has it.
  const { DigestStream: Digest } = crypto as unknown as {
    DigestStream: new (algorithm: string) => DigestStream;
  };
  return new Digest("SHA-256");
};

/** Where bytes are until they are whole, and where contents are by digest. */
const incoming = "incoming/";
const contents = "sha256/";
const keyOf = (sha256: string) => `${contents}${sha256}`;

/** The place of the content of attachments in an R2 bucket; undefined without one. */
export const bucketStore = (bucket: R2Like | undefined): AttachmentStore | undefined =>
  bucket && {
    receive: async (bytes, size) => {
      const key = `${incoming}${crypto.randomUUID()}`;
      try {
        return received(bucket, key, { sha256: await write(bucket, key, bytes, size), size });
      } catch (error) {
        await bucket.delete(key);
        throw error;
      }
    },
    open: async (sha256) => (await bucket.get(keyOf(sha256)))?.body,
    inspect: (named) => inspectAll(bucket, named),
  };

/** Writes bytes to an object as they come, and returns their digest. */
async function write(
  bucket: R2Like,
  key: string,
  bytes: AsyncIterable<Uint8Array>,
  size: number,
): Promise<string> {
  const { readable, writable } = new FixedLengthStream(size);
  const digest = newDigest();
  const stored = bucket.put(key, readable);
  // Its failure is that of a write below, which is thrown first.
  stored.catch(() => {});
  const writers = [writable.getWriter(), digest.getWriter()];
  for (const { closed } of writers) closed.catch(() => {});
  try {
    for await (const some of bytes) await Promise.all(writers.map((one) => one.write(some)));
    await Promise.all(writers.map((one) => one.close()));
  } catch (error) {
    digest.digest.catch(() => {});
    await Promise.allSettled([...writers.map((one) => one.abort(error)), stored]);
    throw error;
  }
  await stored;
  return hexOf(await digest.digest);
}

const received = (bucket: R2Like, key: string, content: Content): Received => ({
  ...content,
  keep: async () => {
    // It was just written.
    const whole = (await bucket.get(key))!;
    // R2 compares the digest, and keeps it with the object.
    await bucket.put(keyOf(content.sha256), whole.body, { sha256: content.sha256 });
  },
  settle: () => Promise.resolve(),
  discard: () => bucket.delete(key),
});

/** Compares contents with what the bucket lists: R2 has checked the digest of each that is kept. */
async function inspectAll(
  bucket: R2Like,
  named: readonly Content[],
): Promise<readonly (Flaw | undefined)[]> {
  const digests = named.map(({ sha256 }) => sha256).toSorted();
  const found = new Map<string, R2ObjectLike>();
  const last = keyOf(digests.at(-1) ?? "");
  // A listing begins after a key: this one is before the first digest.
  let startAfter = keyOf((digests[0] ?? "").slice(0, -1));
  for (let isWhole = named.length === 0; !isWhole;) {
    const { objects, truncated } = await bucket.list({ prefix: contents, startAfter });
    for (const one of objects) found.set(one.key, one);
    startAfter = objects.at(-1)?.key ?? last;
    isWhole = !truncated || startAfter >= last;
  }
  const flaws: (Flaw | undefined)[] = [];
  for (const one of named) flaws.push(await flawOf(bucket, one, found.get(keyOf(one.sha256))));
  return flaws;
}

async function flawOf(
  bucket: R2Like,
  { sha256, size }: Content,
  found: R2ObjectLike | undefined,
): Promise<Flaw | undefined> {
  if (!found) return "missing";
  if (found.size !== size) return "altered";
  // Another tool can have put it back without its digest.
  const digest = found.checksums.sha256 ?? (await digestOf(bucket, found.key));
  if (!digest) return "missing";
  return hexOf(digest) === sha256 ? undefined : "altered";
}

async function digestOf(bucket: R2Like, key: string): Promise<ArrayBuffer | undefined> {
  const object = await bucket.get(key);
  if (!object) return undefined;
  const digest = newDigest();
  await object.body.pipeTo(digest);
  return digest.digest;
}

const hexOf = (digest: ArrayBuffer): string =>
  Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** An upload takes minutes at most: no bytes of one that is older still arrive. */
const incomingMs = 60 * 60 * 1000;

/** Removes the bytes of uploads that were ended midway. */
export async function sweepIncoming(bucket: R2Like | undefined, now: number): Promise<void> {
  const { objects } = (await bucket?.list({ prefix: incoming })) ?? { objects: [] };
  const old = objects.filter(({ uploaded }) => uploaded.getTime() < now - incomingMs);
  if (old.length > 0) await bucket!.delete(old.map(({ key }) => key));
}
