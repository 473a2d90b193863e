import { Page } from "../../ui/page.tsx";
import { ControlSamples } from "./control-samples.tsx";
import { ListSamples } from "./list-samples.tsx";
import { MessageSamples } from "./message-samples.tsx";
import { TokenTables } from "./token-tables.tsx";
import "./design.css";

/**
 * Every part of the console in every state, for developers and for plants that judge it. Its own
 * texts are in English only: they name parts and tokens of the code.
 */
export const DesignScreen = () => (
  <div lang="en">
    <Page title="Design">
      <p className="soft">
        Every part in every state. Theme and density are those of your menu. Width and zoom are
        those of your browser.
      </p>
      <TokenTables />
      <ControlSamples />
      <MessageSamples />
      <ListSamples />
    </Page>
  </div>
);
