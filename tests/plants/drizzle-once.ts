// Node runs this before what a process of the tests loads: `asbuilt` begins with the same.
import { resolveDrizzleOnce } from "@asbuilt/node/drizzle-modules";

resolveDrizzleOnce();
