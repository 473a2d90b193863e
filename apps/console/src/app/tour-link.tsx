import { Trans } from "@lingui/react/macro";
import { Link, useMatches } from "@tanstack/react-router";

// Only the way back is kept, as long as the tab is open. The service knows how far the tour is.
const tourName = "asbuilt.tour";

/** Notes the unit of the tour that the person is on; an empty text if there is none yet. */
export const enterTour = (unit: string): void => sessionStorage.setItem(tourName, unit);

export const unitOfTour = (): string | undefined => sessionStorage.getItem(tourName) ?? undefined;

export const leaveTour = (): void => sessionStorage.removeItem(tourName);

/** Leads back to the tour from the screens that it has sent the person to. */
export function TourLink() {
  const isTour = useMatches().at(-1)?.fullPath === "/tour";
  const unit = unitOfTour();
  if (unit === undefined || isTour) return undefined;
  return (
    <Link to="/tour" search={unit === "" ? {} : { unit }} className="button" data-kind="main">
      <Trans>Back to the tour</Trans>
    </Link>
  );
}
