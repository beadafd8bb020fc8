/** Headers of a sign-in that carry a proof beside the password. */
export type ProofHeaders = () => Readonly<Record<string, string>>

declare module '#platform/web/slots.tsx' {
  interface Slots {
    /** Beside the user's name in a profile. */
    'user.profile': { username: string; isSelf: boolean }
    /** Sections at the end of the user's own profile settings. */
    'settings.profile': Record<never, never>
    /** Sections below the user's personal access tokens. */
    'settings.tokens': Record<never, never>
    /** Fields that the dialog to log in again needs after a `refusal`; they `provide` headers of the next attempt. */
    'sign-in.proof': { refusal: unknown; provide: (headers: ProofHeaders | undefined) => void }
  }
}
