/** Inline error message; nothing without an error. */
export function ErrorText({ error }: { error: Error | null | undefined }) {
  return (
    error && (
      <p className="ox-error" role="alert">
        {error.message}
      </p>
    )
  )
}
