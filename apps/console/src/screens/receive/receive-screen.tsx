import type { Answer } from "@asbuilt/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useRead } from "../../client/queries.ts";
import type { Draft } from "../../contract/field-form.tsx";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { ProductPicker } from "../../list/pickers.tsx";
import { isCommand, visibleCode } from "../../scan/code.rules.ts";
import { feedback } from "../../scan/feedback.ts";
import { useScan } from "../../scan/use-scan.ts";
import { useMay } from "../../session/session.tsx";
import { Field } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import type { Product } from "../item/use-product.ts";
import { ImportLink } from "../import/import-link.tsx";
import { isSerialOffline, locationOfCommand, useResolve } from "../stock/find-code.ts";
import { productCodeOf, receiptOf } from "./receive.rules.ts";
import { Delivery } from "./delivery.tsx";
import "../stock/stock.css";

type Scan = Answer<"scanResolve">;

/** Why a code was not taken. A code that names no product is there with all that it means. */
interface Refusal {
  readonly title: string;
  readonly scan: Scan | undefined;
}

interface ScanOptions {
  readonly hasProduct: boolean;
  readonly onProduct: (name: string) => void;
}

/** Takes scans and typed codes into the receipt. */
function useReceiptScan({ hasProduct, onProduct }: ScanOptions) {
  const { t } = useLingui();
  const resolve = useResolve();
  const [patch, setPatch] = useState<Draft>({});
  const [shown, setShown] = useState<string>();
  // The next scan can be there before the serial of this one is shown.
  const held = useRef(shown);
  const setScanned = (serial: string | undefined) => {
    held.current = serial;
    setShown(serial);
  };
  const [refusal, setRefusal] = useState<Refusal>();
  const [error, setError] = useState<unknown>();
  const conclude = (why: string | undefined, scan?: Scan) => {
    setRefusal(why === undefined ? undefined : { title: why, scan });
    feedback(why === undefined ? "good" : "bad");
  };
  /** Fills in what was scanned, unless another serial would be lost. */
  const fill = (fields: Draft) => {
    const { visualSerialNo: next } = fields;
    const scanned = held.current;
    if (next && scanned && scanned !== next) return conclude(t`${scanned} is not received yet.`);
    if (typeof next === "string") setScanned(next);
    setPatch(fields);
    conclude(undefined);
  };
  const take = async (code: string) => {
    setError(undefined);
    const suid = locationOfCommand(code);
    if (suid !== undefined) return setPatch({ location: suid });
    if (isCommand(code)) return conclude(t`${code} is a command of the build station.`);
    try {
      const scan = await resolve(code);
      if (scan.fault !== null) return conclude(scan.fault);
      const found = receiptOf(scan, hasProduct);
      if (!found) return conclude(t`No product has the code ${visibleCode(scan.code)}.`, scan);
      if (found.productName !== undefined) onProduct(found.productName);
      fill({ ...found.fields, ...(found.location ? { location: found.location } : {}) });
    } catch (failed) {
      if (hasProduct && isSerialOffline(code, failed)) return fill({ visualSerialNo: code });
      setError(failed);
      feedback("bad");
    }
  };
  useScan(({ code }) => take(code));
  const forget = () => setScanned(undefined);
  const put = (fields: Draft) => {
    setPatch(fields);
    forget();
  };
  return { take, patch, put, scanned: shown, forget, refusal, error };
}

/** Receives material: the product first, then each item of the delivery. */
export function ReceiveScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const sticky = useSearch({ from: "/receive" });
  const { productName = "" } = sticky;
  const product = useProductNamed(productName);
  const [typed, setTyped] = useState<string>();
  const shownName = typed ?? productName;
  const keep = (changed: typeof sticky) => {
    setTyped(undefined);
    const given = Object.entries({ ...sticky, ...changed }).filter(([, text]) => text !== "");
    void navigate({ to: "/receive", search: Object.fromEntries(given), replace: true });
  };
  useLater(typed, (name) => keep({ productName: name }));
  const scans = useReceiptScan({
    hasProduct: product !== undefined,
    onProduct: (name) => keep({ productName: name }),
  });
  return (
    <Page title={t`Receive`} actions={<ImportLink of="materialItemReceive" />}>
      <div className="stock">
        <form
          className="card form"
          aria-label={t`Product`}
          onSubmit={(event) => {
            event.preventDefault();
            const isFound = product !== undefined && shownName === productName;
            if (!isFound && shownName !== "") void scans.take(shownName);
          }}
        >
          <Field
            label={t`Product`}
            hint={t`Type its name, or scan a label that names it. A GTIN is found with Enter.`}
            isRequired
          >
            {(connected) => (
              <ProductPicker connected={connected} value={shownName} onChange={setTyped} />
            )}
          </Field>
          {scans.refusal === undefined ? undefined : (
            <Notice meaning="bad" title={scans.refusal.title}>
              {scans.refusal.scan ? <NextStep scan={scans.refusal.scan} /> : undefined}
            </Notice>
          )}
          {scans.error ? <ProblemNotice error={scans.error} /> : undefined}
        </form>
        {/* The results of a delivery stay while the product changes. */}
        <Delivery
          product={product}
          sticky={sticky}
          patch={scans.patch}
          scanned={scans.scanned}
          onPatch={scans.put}
          onSent={scans.forget}
          onKeep={keep}
        />
      </div>
    </Page>
  );
}

/** The first keys of a scan reach the field that has the focus, and are taken back within this time. */
const restMs = 500;

/** Gives a text that is typed when nothing more follows: the keys of a scan change no product. */
function useLater(text: string | undefined, give: (text: string) => void): void {
  const latest = useRef(give);
  useEffect(() => {
    latest.current = give;
  });
  useEffect(() => {
    if (text === undefined) return undefined;
    const timer = setTimeout(() => latest.current(text), restMs);
    return () => clearTimeout(timer);
  }, [text]);
}

/** What a person can do with a code that names no product. */
function NextStep({ scan }: { readonly scan: Scan }) {
  const may = useMay();
  const item = scan.matches.find(({ kind }) => kind === "MaterialItem");
  if (item) {
    return (
      <p>
        <Trans>
          It is the serial of an item that was received already:{" "}
          <Link to="/items/$id" params={{ id: String(item.id) }}>
            {item.name}
          </Link>
          .
        </Trans>
      </p>
    );
  }
  return (
    <>
      <p>
        <Trans>If it is a serial, choose the product by its name first, then scan it again.</Trans>
      </p>
      <p>
        {may("productUpsert") ? (
          <Link to="/products/$id" params={{ id: "new" }} search={{ code: productCodeOf(scan) }}>
            <Trans>If it is a new product, make it with this code.</Trans>
          </Link>
        ) : (
          <Trans>If it is a new product, an engineer has to make it first.</Trans>
        )}
      </p>
    </>
  );
}

/** Returns the product with this name or SUID; undefined while it is typed. */
function useProductNamed(text: string): Product | undefined {
  const found = useRead(
    "productSearch",
    { body: { text, IsActive: true }, query: { limit: 20 } },
    text !== "",
  );
  const same = (name: string | null) => name?.toLowerCase() === text.trim().toLowerCase();
  const rows = found.data ?? [];
  return rows.find(({ Name }) => same(Name)) ?? rows.find(({ SUID }) => same(SUID));
}
