/** A Build that is possible in the demo plant: see `seed/demo`. */
const demoBuild = {
  parentSerialNo: "PUMP-0002",
  childSerialNo: "SEAL-LOT-1",
  builtQty: 1,
  receiveAtPointOfConsumption: false,
};

/** A key in the greeting: its description, and its value in a shell command. */
export interface GreetingKey {
  readonly description: string;
  readonly inShell: string;
}

/** Returns what a started service prints: where it is, and in the demo plant a first request. */
export const greetingOf = (
  address: string,
  { description, inShell }: GreetingKey,
  isDemo: boolean,
): string => `
Console            ${address}/console/
API reference      ${address}/docs
Key                ${description}
${isDemo ? firstRequest(address, inShell) : ""}
`;

const firstRequest = (address: string, key: string) => `
Build a seal into a pump of the demo plant. Sent again with its Idempotency-Key, it builds once:

  curl -X PUT ${address}/api/Build/Build \\
    -H "Authorization: Bearer ${key}" \\
    -H "Content-Type: application/json" -H "Idempotency-Key: first-build" \\
    -d '${JSON.stringify(demoBuild)}'
`;
