import { Trans } from "@lingui/react/macro";

/** The way on where an address was refused, or could not be called. */
export const PrivateTargets = () => (
  <p className="soft">
    <Trans>
      Only public addresses are called, and only by https. An address in the network of the plant is
      called too, if the service is started with its address or network in{" "}
      <code>ASBUILT_WEBHOOK_PRIVATE_TARGETS</code>.
    </Trans>
  </p>
);
