import { type ReactNode, useRef } from "react";
import "./menu.css";

interface MenuProps {
  readonly label: ReactNode;
  readonly children: ReactNode;
  /** It stays open while a person chooses several things. */
  readonly isSticky?: boolean;
}

/** Actions or choices that are folded behind a button. */
export function Menu({ label, children, isSticky = false }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => menu.current?.removeAttribute("open");
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its summary acts
    <details
      ref={menu}
      className="menu"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !menu.current?.open) return;
        close();
        menu.current.querySelector("summary")?.focus();
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) close();
      }}
    >
      <summary className="button">{label}</summary>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a click on its buttons bubbles here */}
      <div className="card menu-list" onClick={isSticky ? undefined : close}>
        {children}
      </div>
    </details>
  );
}
