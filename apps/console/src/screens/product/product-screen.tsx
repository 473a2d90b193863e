import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { Attachments } from "../../attachment/attachments.tsx";
import { usePages, useRead } from "../../client/queries.ts";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { RecordFacts } from "../../contract/record-facts.tsx";
import { ChangeList } from "../../list/change-list.tsx";
import { NotPermitted } from "../../app/errors.tsx";
import { useMay } from "../../session/session.tsx";
import { ActiveChip } from "../../ui/active-chip.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyLink } from "../../ui/copy.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page, Waiting } from "../../ui/page.tsx";
import { BomList } from "../boms/bom-list.tsx";
import { NewBom } from "../boms/new-bom.tsx";
import { CopyProduct } from "./copy-product.tsx";
import type { Product } from "./product.ts";
import { ProductForm } from "./product-form.tsx";
import { type ProductTab, productTabs } from "./tabs.ts";
import "../../ui/tabs.css";

/** One product: what it is, what it is built from, and who changed it. */
export function ProductScreen() {
  const { t } = useLingui();
  const { id } = useParams({ from: "/products/$id" });
  const isNew = id === "new";
  const products = useRead("productList", { body: { ID: Number(id) } }, !isNew);
  if (isNew) return <NewProduct />;
  if (products.error) return <ProblemNotice error={products.error} />;
  if (!products.data) return <Waiting />;
  const [product] = products.data;
  if (!product)
    return <Notice meaning="caution" title={t`There is no product with the id ${id}.`} />;
  return <ProductPage key={product.ID} product={product} />;
}

function NewProduct() {
  const { t } = useLingui();
  const may = useMay();
  const navigate = useNavigate();
  const { code } = useSearch({ from: "/products/$id" });
  if (!may("productUpsert")) return <NotPermitted />;
  return (
    <Page title={t`New product`}>
      <ProductForm
        product={undefined}
        code={code}
        onSaved={({ ID }) => navigate({ to: "/products/$id", params: { id: String(ID) } })}
        onCancel={() => navigate({ to: "/products" })}
      />
    </Page>
  );
}

function ProductPage({ product }: { readonly product: Product }) {
  const { t } = useLingui();
  const may = useMay();
  const { tab = "details" } = useSearch({ from: "/products/$id" });
  const [isCopied, setCopied] = useState(false);
  const names: Readonly<Record<ProductTab, string>> = {
    details: t`Details`,
    boms: t`BoMs`,
    attachments: t`Attachments`,
    history: t`History`,
  };
  return (
    <Page
      title={product.Name}
      actions={
        <>
          <ActiveChip isActive={product.IsActive} />
          <Link to="/items" search={{ productName: product.Name }} className="button">
            <Trans>Stock</Trans>
          </Link>
          {may("productCopy") ? (
            <Button onClick={() => setCopied(true)}>
              <Trans>Copy the product</Trans>
            </Button>
          ) : undefined}
          <CopyLink />
        </>
      }
    >
      <nav className="tabs" aria-label={t`Parts of the record`}>
        {productTabs.map((name) => (
          <Link
            key={name}
            to="/products/$id"
            params={{ id: String(product.ID) }}
            search={{ tab: name }}
            aria-current={name === tab ? "page" : undefined}
          >
            {names[name]}
          </Link>
        ))}
      </nav>
      {tab === "details" ? <Details product={product} /> : undefined}
      {tab === "boms" ? <ProductBoms name={product.Name} /> : undefined}
      {tab === "attachments" ? <Attachments entity="Product" entityID={product.ID} /> : undefined}
      {tab === "history" ? <ProductHistory id={product.ID} /> : undefined}
      {isCopied ? <CopyProduct product={product} onClose={() => setCopied(false)} /> : undefined}
    </Page>
  );
}

const ProductBoms = ({ name }: { readonly name: string }) => (
  <BomList
    filters={{ parentProductName: name }}
    whenEmpty={
      <>
        <p>
          <Trans>This product has no BoM yet.</Trans>
        </p>
        <NewBom parentProductName={name} />
      </>
    }
  />
);

function Details({ product }: { readonly product: Product }) {
  const may = useMay();
  const navigate = useNavigate();
  // What was saved is shown in a form of its own, with its new revision.
  const [saved, setSaved] = useState(0);
  if (!may("productUpsert")) {
    return (
      <section className="card">
        <RecordFacts record={product} />
      </section>
    );
  }
  return (
    <ProductForm
      key={saved}
      product={product}
      isSaved={saved > 0}
      onSaved={() => setSaved(saved + 1)}
      onCancel={() => navigate({ to: "/products" })}
    />
  );
}

function ProductHistory({ id }: { readonly id: number }) {
  const changes = usePages("historyList", {
    body: { entity: "Product", id, order: "newest" },
  });
  return <ChangeList changes={changes} whenEmpty={<Trans>Nothing has been changed.</Trans>} />;
}
