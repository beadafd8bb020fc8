const PAGE = { font: '1rem/1.5 system-ui, sans-serif', maxWidth: '36rem', margin: '15vh auto', padding: '0 1.5rem' }
const HEADING = { fontSize: '1.5rem' }

interface PlainMessageViewProps {
  title: string
  text: string
  link?: { href: string; text: string } | undefined
  /** Further text, after the link. */
  hint?: string | undefined
  /** Number of the request. */
  number?: { label: string; value: string } | undefined
}

/** A message that is all of a document, without the wiki's styles. */
export function PlainMessageView({ title, text, link, hint, number }: PlainMessageViewProps) {
  return (
    <main style={PAGE}>
      <h1 style={HEADING}>{title}</h1>
      <p>{text}</p>
      {link && (
        <p>
          <a href={link.href}>{link.text}</a>
        </p>
      )}
      {hint !== undefined && (
        <p>
          <small>{hint}</small>
        </p>
      )}
      {number && (
        <p>
          <small>
            {number.label} <code>{number.value}</code>
          </small>
        </p>
      )}
    </main>
  )
}
