import type { LabelMatch } from '../fields/field-labels.ts';
import type { Piece } from '../text-pieces.ts';

/** A text outside of all cells: a label, perhaps with values that were found to be its own, or a value. */
export interface Item {
  piece: Piece;
  text: string;
  label: LabelMatch | undefined;
  /** The value in the same piece as the label. */
  inline: string | undefined;
  values: Piece[];
  /** Baselines of label and value lines, to tell how close a further line is. */
  baselines: number[];
  taken: boolean;
}
