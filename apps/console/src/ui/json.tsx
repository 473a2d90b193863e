import "./json.css";

/** A value as the service sends it. The part scrolls, so the keyboard reaches it. */
export const Json = ({ label, value }: { readonly label: string; readonly value: unknown }) => (
  <section className="json" tabIndex={0} aria-label={label}>
    <pre>
      <code>{JSON.stringify(value, undefined, 2)}</code>
    </pre>
  </section>
);
