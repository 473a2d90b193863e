/** One message of a stream of server-sent events. */
export interface Message {
  readonly id: string;
  /** The parsed JSON of the data, or undefined if there is none. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read whatever the contract declares
  readonly data: any;
  readonly comment: boolean;
}

/** Reads a stream of server-sent events, message by message. */
export function messagesOf({ body }: Response) {
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const next = async (): Promise<Message | undefined> => {
    let end = text.indexOf("\n\n");
    while (end < 0) {
      const { done, value } = await reader.read();
      if (done) return undefined;
      text += value;
      end = text.indexOf("\n\n");
    }
    const lines = text.slice(0, end).split("\n");
    text = text.slice(end + 2);
    const field = (name: string) => lines.find((line) => line.startsWith(name))?.slice(name.length);
    const data = field("data: ");
    return {
      id: field("id: ") ?? "",
      data: data === undefined ? undefined : JSON.parse(data),
      comment: field(":") !== undefined,
    };
  };
  /** Reads the next `count` messages that have an event. */
  const take = async (count: number): Promise<Message[]> => {
    const taken: Message[] = [];
    while (taken.length < count) {
      const message = await next();
      if (!message) throw new Error(`The stream has ended after ${taken.length} events.`);
      if (message.data) taken.push(message);
    }
    return taken;
  };
  return { next, take, leave: () => reader.cancel() };
}
