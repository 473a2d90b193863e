/** The choice for the last labels here. A printer's media stay the same for long. */
export interface LabelChosen {
  readonly templateID: number;
  readonly copies: number;
}

const place = "asbuilt.labels";

export function keptLabelChoice(): LabelChosen {
  try {
    // Another version of the console can have kept something else.
    const kept = JSON.parse(localStorage.getItem(place) ?? "") as Partial<LabelChosen>;
    return { templateID: Number(kept.templateID) || 0, copies: Number(kept.copies) || 1 };
  } catch {
    return { templateID: 0, copies: 1 };
  }
}

export const keepLabelChoice = (choice: LabelChosen): void =>
  localStorage.setItem(place, JSON.stringify(choice));
