import type { Reader } from '#platform/view/reader.ts'

/** A participant: the key of a user, or a name that is of no user. */
export type Attendee = { readonly userKey: string } | { readonly name: string }

/** Values from which a page is made by a blueprint. */
export interface BlueprintFacts {
  readonly t: Reader['t']
  /** `YYYY-MM-DD` where the author is. */
  readonly day: string
  /** Users who take part, the author first, and names that are of no user. */
  readonly attendees: readonly Attendee[]
}

/** A template that the wiki brings along. Its texts are keys of i18n. */
export interface Blueprint {
  readonly id: string
  /** Name of the old product's blueprint, by which pages refer to it; for one that it did not have, a similar name. */
  readonly moduleCompleteKey: string
  readonly name: string
  readonly description: string
  /** Labels of its pages. */
  readonly labels: readonly string[]
  readonly createLabel: string
  /** Title of the page that lists those of a space. */
  readonly indexTitle: string
  /** Said on that page as long as there are none. */
  readonly blank: { readonly title: string; readonly description: string }
  /** Headings of page properties that the list shows; without any, it shows who wrote the pages, and when. */
  readonly columns?: readonly string[]
  /** Title of a page without one. */
  title(facts: BlueprintFacts): string
  /** Storage format. */
  text(facts: BlueprintFacts): string
}
