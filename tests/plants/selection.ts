const selection = process.env["ASBUILT_TEST_SELECTION"];

/**
 * The scenarios that a run on sqld or D1 leaves out, unless it is `npm test -- --all`. They state
 * the fields of requests and the headers of responses, which no database decides.
 */
export const ofOneDatabase: string[] = selection === "all" ? [] : ["scenario/fields/**"];

/** The files that `npm test -- --quick` leaves out because they take longest. */
export const notQuick: string[] =
  selection === "quick"
    ? ["scenario/large-records.test.ts", "law/{supply-chain,worker-start,imports}.test.ts"]
    : [];
