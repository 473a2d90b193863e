const selection = process.env["ASBUILT_TEST_SELECTION"];

/** The files of a list, unless the run is `npm test -- --all`. */
const unlessAll = (files: string[]): string[] => (selection === "all" ? [] : files);

/**
 * The scenarios that a run on sqld or D1 leaves out. They state fields of requests, forms of
 * responses, lines of the log and refusals, which no database decides; the model compares the
 * databases in these too.
 */
export const ofOneDatabase = unlessAll([
  "scenario/fields/**",
  "scenario/{body,chosen-fields,csv,hostile-input,ids-and-names}.test.ts",
  "scenario/{key-secrecy,names,refusal-words,security-log,states}.test.ts",
]);

/**
 * The scenarios that a run on sqld leaves out, because D1 runs the same statements of one caller.
 * Races, crowds, faults, large records, streams, seals and keys stay.
 */
export const asOnD1 = unlessAll([
  "scenario/{api-key,base-data,bom,bom-slot,bom-slot-parts,bom-slot-pinned,build}.test.ts",
  "scenario/{build-many,catalog,completeness,consumption-units,defect,item-holds}.test.ts",
  "scenario/{epcis,epcis-query,every-role,external-ref,filters,genealogy,history,known-at}.test.ts",
  "scenario/{label-template,lost-updates,lot-genealogy,material-item-*,merge}.test.ts",
  "scenario/{plants-day,point-of-consumption,product,recall,recall-past}.test.ts",
  "scenario/{receipt-units,refusal-facts,remove,scan,search,session,split,status}.test.ts",
  "scenario/{summary,time,unit-life,webhook-*,work-centre-group,works-order}.test.ts",
  "scenario/works-order-{cancel,complete,completeness,running,start}.test.ts",
]);

/** The files that `npm test -- --quick` leaves out because they take longest. */
export const notQuick: string[] =
  selection === "quick"
    ? [
        "scenario/{body,build-many,large-records,many,states,works-order-running}.test.ts",
        "law/{compatible,imports,metrics,supply-chain,worker-start}.test.ts",
      ]
    : [];
