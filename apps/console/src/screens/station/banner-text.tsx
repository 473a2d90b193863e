import { useLingui } from "@lingui/react/macro";
import { formatDecimal } from "../../contract/decimal.rules.ts";
import { useProblemText } from "../../contract/problem-text.tsx";
import { visibleCode } from "../../scan/code.rules.ts";
import type { Banner } from "./station.ts";

/** Returns the sentence of a banner. */
export function useBannerText(): (banner: Banner) => string {
  const done = useDoneText();
  const problem = useProblemText();
  const { t } = useLingui();
  const asked = useAskedText();
  const refused = useRefusedText();
  return (banner) => {
    switch (banner.kind) {
      case "refused":
        return problem(banner.problem).title;
      case "kept": {
        const { what } = banner;
        return t`${what} is kept here and not sent yet.`;
      }
      default:
        return done(banner) ?? asked(banner) ?? refused(banner) ?? "";
    }
  };
}

type Text = string | undefined;

/** What the service has confirmed. */
function useDoneText(): (banner: Banner) => Text {
  const { t, i18n } = useLingui();
  return (banner) => {
    switch (banner.kind) {
      case "built":
      case "removed":
      case "undone": {
        const { child, parent, qty, unit } = banner.built;
        const amount = `${formatDecimal(qty, i18n.locale)} ${unit ?? ""}`.trim();
        const what = qty === 1 ? child : `${amount} ${child}`;
        if (banner.kind === "built") return t`${what} is in ${parent}.`;
        return banner.kind === "undone"
          ? t`Undone: ${what} is out of ${parent}.`
          : t`${what} is out of ${parent}.`;
      }
      case "completed": {
        const { serial } = banner;
        return t`${serial} is complete.`;
      }
      default:
        return undefined;
    }
  };
}

/** What the station waits for. */
function useAskedText(): (banner: Banner) => Text {
  const { t } = useLingui();
  return (banner) => {
    switch (banner.kind) {
      case "welcome":
        return t`Scan a unit or a works order.`;
      case "opened": {
        const { serial } = banner;
        return t`${serial} is open. Scan its parts.`;
      }
      case "finished":
      case "reopenFirst": {
        const { serial } = banner;
        return t`${serial} is complete. Take a part out to open it again.`;
      }
      case "parked": {
        const { serial } = banner;
        return t`${serial} is parked. Scan the next unit.`;
      }
      case "chooseUnit": {
        const { orderNo } = banner;
        return t`${orderNo} has several open units. Scan or tap one.`;
      }
      case "chooseItem": {
        const code = visibleCode(banner.code);
        return t`${code} can mean several records. Scan or tap one.`;
      }
      case "askQuantity": {
        const { code } = banner;
        return t`How much of ${code}?`;
      }
      case "askUnknown": {
        const { code } = banner;
        return t`How much of ${code}? Nothing is known of it without a network.`;
      }
      case "askReason": {
        const { serial } = banner;
        return t`Why does ${serial} come out? Scan or tap a reason.`;
      }
      case "scanToRemove":
        return t`Scan or tap the part that comes out.`;
      case "cancelled":
        return t`Cancelled. Nothing was changed.`;
      default:
        return undefined;
    }
  };
}

/** What the station refuses itself. */
function useRefusedText(): (banner: Banner) => Text {
  const { t, i18n } = useLingui();
  const orders = useOrderText();
  return (banner) => {
    switch (banner.kind) {
      case "unknown": {
        const code = visibleCode(banner.item.serial);
        return t`There is no item ${code}.`;
      }
      case "notAUnit": {
        const { name } = banner.match;
        return t`${name} is neither an item nor a works order.`;
      }
      case "partFirst": {
        const { serial, product } = banner;
        return t`${serial} (${product}) has no BoM: it is a part. First scan the unit or the works order.`;
      }
      case "notInBom": {
        const { name, productName } = banner.match;
        return t`${name} (${productName}) does not belong in this unit.`;
      }
      case "alreadyBuilt": {
        const { visualSerialNo, qty } = banner.content;
        const built = formatDecimal(qty, i18n.locale);
        return t`${visualSerialNo} is in this unit already: ${built}.`;
      }
      case "repeated": {
        const code = visibleCode(banner.code);
        return t`${code} was scanned twice. The second scan is ignored.`;
      }
      case "notHere": {
        const code = visibleCode(banner.code);
        return t`${code} is not in this unit.`;
      }
      case "noUnits": {
        const { orderNo } = banner;
        return t`${orderNo} has no open unit.`;
      }
      case "noSuchReason": {
        const code = visibleCode(banner.code);
        return t`${code} is no reason for a removal.`;
      }
      default:
        return orders(banner);
    }
  };
}

function useOrderText(): (banner: Banner) => Text {
  const { t } = useLingui();
  return (banner) => {
    switch (banner.kind) {
      case "answerFirst": {
        const code = visibleCode(banner.code);
        return t`${code} is not taken: first confirm or cancel the question.`;
      }
      case "unknownCommand": {
        const code = visibleCode(banner.code);
        return t`${code} is no command.`;
      }
      case "nothingToUndo":
        return t`There is nothing to undo. Only the last part of the last five minutes can be.`;
      case "nothingToConfirm":
        return t`There is no question to confirm.`;
      case "openFirst":
        return t`First scan a unit or a works order.`;
      case "notForStation":
        return t`This command is of no use here.`;
      case "badQuantity":
        return t`This is no quantity.`;
      case "noUnit": {
        const code = visibleCode(banner.code);
        return t`No network and no open unit: ${code} was not recorded.`;
      }
      case "unreachable":
        return t`No network: nothing was recorded. Do not go on.`;
      default:
        return undefined;
    }
  };
}
