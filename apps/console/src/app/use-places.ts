import { useMay } from "../session/session.tsx";
import { type PlaceGroup, placeGroups } from "./places.ts";

/** Returns the places that the person may go to. */
export function usePlaces(): readonly PlaceGroup[] {
  const may = useMay();
  const groups = placeGroups.map(({ name, places }) => ({
    name,
    places: places.filter(({ needs }) => may(needs)),
  }));
  return groups.filter(({ places }) => places.length > 0);
}
