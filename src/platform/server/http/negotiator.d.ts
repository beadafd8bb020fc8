/** The part of the package that is used; `@types/negotiator` does not know `preferred`. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { readonly headers: Readonly<Record<string, string | string[] | undefined>> })
    /** The media type that the client likes best of those available. */
    mediaType(available: string[]): string | undefined
    /** The best of those available; of those that the client weighs alike the first that is preferred. */
    encoding<E extends string>(available: readonly E[], options: { readonly preferred: readonly E[] }): E | undefined
  }
}
