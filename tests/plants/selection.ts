const selection = process.env["ASBUILT_TEST_SELECTION"];

/** The files of a list, unless the run is `npm test -- --all`. */
const unlessAll = (files: string[]): string[] => (selection === "all" ? [] : files);

/**
 * The scenarios that a run on sqld or D1 leaves out. They state fields of requests, headers of
 * responses and refusals, which no database decides; the model compares the databases in these too.
 */
export const ofOneDatabase = unlessAll([
  "scenario/fields/**",
  "scenario/{body,hostile-input,ids-and-names,key-secrecy,names,refusal-words,states}.test.ts",
]);

/**
 * The scenarios that a run on sqld leaves out, because D1 runs the same statements of one caller.
 * Races, crowds, faults, large records, streams, seals and keys stay.
 */
export const asOnD1 = unlessAll([
  "scenario/{api-key,base-data,bom,bom-slot,bom-slot-parts,build,build-many,catalog}.test.ts",
  "scenario/{completeness,defect,epcis,epcis-query,external-ref,genealogy,history}.test.ts",
  "scenario/{known-at,lost-updates,plants-day,time,unit-life}.test.ts",
  "scenario/{material-item-*,point-of-consumption,product,recall,remove,search}.test.ts",
  "scenario/{webhook-*,work-centre-group,works-order,works-order-cancel}.test.ts",
  "scenario/{works-order-complete,works-order-running,works-order-start}.test.ts",
]);

/** The files that `npm test -- --quick` leaves out because they take longest. */
export const notQuick: string[] =
  selection === "quick"
    ? ["scenario/large-records.test.ts", "law/{supply-chain,worker-start,imports}.test.ts"]
    : [];
