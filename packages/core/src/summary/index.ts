export { getSummary, type Summary, type SummaryInput } from "./get.ts";
