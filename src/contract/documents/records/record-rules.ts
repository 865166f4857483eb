// What the record of one kind of document holds, how its form asks for it, and how its paper prints it. Without zod, shared with the screens.
import type { Label } from '../labels.ts';
import type { ValueKind } from '../values.ts';

/** `number` may hold other characters than digits, as registers write them. */
export type FieldKind = 'text' | 'english' | 'digits' | 'number' | 'date' | 'long' | 'choice';
export type FieldKinds<F extends string> = Readonly<Partial<Record<F, FieldKind>>>;

/** What a paper prints: `P` are the fields on it. */
export interface PaperRules<P extends string = string> {
  readonly labels: Readonly<Record<P, Label>>;
  /** Those not named are text. */
  readonly kinds: FieldKinds<P>;
  /** Fields whose values are words of a kind on this paper alone. */
  readonly words?: Readonly<Partial<Record<P, ValueKind>>>;
  /** In the order of the paper. */
  readonly sections: readonly { readonly heading: Label; readonly fields: readonly P[] }[];
}

/** `F` are the fields of the record; its paper may print more, which follow from them. */
export interface RecordRules<F extends string = string, P extends string = F> extends PaperRules<P> {
  readonly title: Label;
  readonly fields: readonly F[];
  /** What may be left empty, for kinds whose calls are made from these rules. */
  readonly optional?: readonly F[];
  /** The fields that a file is listed by. */
  readonly fullName: F;
  readonly englishName: F;
  /** The field that tells whose record it is. */
  readonly number: F;
  readonly messages: { readonly made: Label; readonly corrected: Label };
}
