import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useEffect, useId, useRef } from "react";
import { Icon } from "../ui/icon.tsx";
import { usePlaces } from "./use-places.ts";

/** From this width on there is room for the places beside the screen. `shell.css` has it too. */
const wide = "(width >= 64rem)";

const navigationId = "places";

/** The places that the person may go to: a bar at the side, or a menu on a narrow screen. */
export function Navigation() {
  const { t, i18n } = useLingui();
  const id = useId();
  const nav = useRef<HTMLElement>(null);
  const close = () => nav.current?.hidePopover();
  useEffect(() => {
    // As an open menu, it would lie on top of the place that it has as a bar.
    const query = matchMedia(wide);
    const onChange = () => nav.current?.hidePopover();
    query.addEventListener("change", onChange);
    return () => query.removeEventListener("change", onChange);
  }, []);
  return (
    <nav ref={nav} id={navigationId} popover="auto" className="places" aria-label={t`Places`}>
      <button type="button" className="button places-button" data-kind="plain" onClick={close}>
        <Icon name="close" />
        <Trans>Close</Trans>
      </button>
      {usePlaces().map(({ name, places }, index) => (
        <div key={name.id}>
          <p className="places-name" id={`${id}-${index}`}>
            {i18n._(name)}
          </p>
          <ul aria-labelledby={`${id}-${index}`}>
            {places.map((place) => (
              <li key={place.path}>
                <Link to={place.path} onClick={close}>
                  {i18n._(place.name)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Opens the places on a narrow screen. The browser says whether they are open. */
export function NavigationButton() {
  const { t } = useLingui();
  return (
    <button
      type="button"
      className="button places-button"
      data-kind="plain"
      popoverTarget={navigationId}
      aria-label={t`Places`}
    >
      <Icon name="menu" />
    </button>
  );
}
