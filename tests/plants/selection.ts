const selection = process.env["ASBUILT_TEST_SELECTION"];

/** The files of a list, unless the run is `npm test -- --all`. */
const unlessAll = (files: string[]): string[] => (selection === "all" ? [] : files);

/**
 * The scenarios that a run on sqld or D1 leaves out. They state fields of requests, forms of
 * responses, lines of the log and refusals, which no database decides; the model compares the
 * databases in these too.
 */
const ofOneDatabase = unlessAll([
  "scenario/fields/**",
  "scenario/{body,chosen-fields,csv,hostile-input,ids-and-names}.test.ts",
  "scenario/{key-secrecy,names,refusal-words,security-log,states}.test.ts",
]);

/**
 * The scenarios of one caller that sqld leaves out, because D1 runs the same statements. On D1 they
 * run in `npm test -- --rest`. Races, crowds, faults, streams, seals and large batches are in none of
 * these lists.
 */
const ofOneCaller = [
  "scenario/{base-data,bom,bom-slot,bom-slot-parts,bom-slot-pinned}.test.ts",
  "scenario/{build,build-many,catalog,completeness,consumption-units,defect}.test.ts",
  "scenario/{epcis,epcis-builds,epcis-query,every-role,filters}.test.ts",
  "scenario/{genealogy,history,item-holds,known-at,label-template,lost-updates}.test.ts",
  "scenario/{lot-genealogy,material-item-*,merge,plants-day,point-of-consumption}.test.ts",
  "scenario/{product,recall,recall-past,receipt-units,refusal-facts,remove,scan,search}.test.ts",
  "scenario/{split,status,summary,time,unit-life,work-centre-group,works-order}.test.ts",
  "scenario/works-order-{cancel,complete,completeness,running,start}.test.ts",
];

/** Only a server limits what records have together: on a file and D1 `npm test -- --rest` runs these. */
const ofServers = ["scenario/large-records.test.ts"];

/** The scenarios that D1 leaves to `npm test -- --rest`. */
const restOnD1 = [...ofOneCaller, ...ofServers];

/** Further scenarios of one caller: repetition, sessions, deliveries and keys stay on D1. */
const ofOneCallerOnD1 = ["scenario/{api-key,external-ref,session,webhook-*}.test.ts"];

/** The scenarios that a run on sqld leaves out. */
export const notOnSqld = [...ofOneDatabase, ...unlessAll([...ofOneCaller, ...ofOneCallerOnD1])];

/** The tests that a run on D1 has, and those that it leaves out. */
export const onD1 = {
  include: selection === "rest" ? restOnD1 : ["scenario/**/*.test.ts", "worker/**/*.test.ts"],
  exclude: [...ofOneDatabase, ...(selection === undefined ? restOnD1 : [])],
};

/**
 * The tests of tools that say what an install and a release may contain. They start these tools dozens
 * of times, and no source decides them.
 */
const ofReleases = ["law/{compatible,supply-chain}.test.ts"];

/** The tests of the law that a run has, and those that it leaves out because they take longest. */
export const onLaw = {
  include: selection === "rest" ? ofReleases : ["law/**/*.test.ts"],
  exclude: [
    ...(selection === undefined || selection === "quick" ? ofReleases : []),
    ...(selection === "quick" ? ["law/{imports,metrics,worker-start}.test.ts"] : []),
  ],
};

/** The scenarios that a run on a file has, and those that it leaves out: quick, the longest. */
export const onFile = {
  include: selection === "rest" ? ofServers : ["scenario/**/*.test.ts"],
  exclude: [
    // A file has no round trips to count.
    "scenario/round-trips.test.ts",
    ...(selection === undefined || selection === "quick" ? ofServers : []),
    ...(selection === "quick"
      ? ["scenario/{body,build-many,many,states,works-order-running}.test.ts"]
      : []),
  ],
};

/**
 * The tests of what ships and how it is run: packages, the executable, the container, a machine's own
 * files, a proxy, a collector, wrangler, a Worker with a server, a fresh clone and the commands of the
 * guides. No rule decides these, so they are a project of their own, `deployment`, which `npm test --
 * --rest` runs.
 */
export const ofDeployment: string[] = [
  "end-to-end/{caddy,client-package,container,executable,package,systemd-command}.test.ts",
  "end-to-end/{d1-backup,litestream,local-d1,pages,plants-on-workers}.test.ts",
  "end-to-end/{sqld-worker,start,tracing,worker-demo}.test.ts",
];
