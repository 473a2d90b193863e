import { useMatches } from "@tanstack/react-router";
import { useMay } from "../session/session.tsx";
import { type PlaceGroup, placeGroups, placeOf } from "./places.ts";

/** Returns the places that the person may go to. */
export function usePlaces(): readonly PlaceGroup[] {
  const may = useMay();
  const groups = placeGroups.map(({ name, places }) => ({
    name,
    places: places.filter(({ needs }) => may(needs)),
  }));
  return groups.filter(({ places }) => places.length > 0);
}

/** Returns whether the person may open the screen that is shown. */
export function useMayOpen(): boolean {
  const may = useMay();
  const place = placeOf(useMatches().at(-1)?.fullPath ?? "");
  return !place || may(place.opensWith ?? place.needs);
}
