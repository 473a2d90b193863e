import { diag } from "@opentelemetry/api";
import { getNumberFromEnv, getStringFromEnv } from "@opentelemetry/core";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace";

const parentBased = (root: Sampler) => new ParentBasedSampler({ root });

/** The samplers by their names in `OTEL_TRACES_SAMPLER`. */
const samplers: Readonly<Record<string, (ratio: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => parentBased(new AlwaysOnSampler()),
  parentbased_always_off: () => parentBased(new AlwaysOffSampler()),
  parentbased_traceidratio: (ratio) => parentBased(new TraceIdRatioBasedSampler(ratio)),
};

/** Returns the sampler that the environment names; by default each trace is sampled. */
export function configuredSampler(): Sampler {
  const name = getStringFromEnv("OTEL_TRACES_SAMPLER") ?? "parentbased_always_on";
  const make = Object.hasOwn(samplers, name) ? samplers[name] : undefined;
  if (make) return make(configuredRatio());
  diag.warn(`OTEL_TRACES_SAMPLER: ${Object.keys(samplers).join(", ")}. Each trace is sampled.`);
  return parentBased(new AlwaysOnSampler());
}

function configuredRatio(): number {
  const ratio = getNumberFromEnv("OTEL_TRACES_SAMPLER_ARG") ?? 1;
  if (ratio >= 0 && ratio <= 1) return ratio;
  diag.warn("OTEL_TRACES_SAMPLER_ARG: a number from 0 to 1. Each trace is sampled.");
  return 1;
}
