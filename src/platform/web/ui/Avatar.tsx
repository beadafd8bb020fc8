import css from './Avatar.module.css'

export interface AvatarPerson {
  name: string
  /** Default: initials. */
  picture?: string | undefined
}

export interface AvatarProps extends AvatarPerson {
  size?: 20 | 24 | 32 | 48 | 96
  /** Hidden from assistive technology beside a visible name. */
  isDecorative?: boolean
}

export function Avatar({ name, picture, size = 24, isDecorative }: AvatarProps) {
  const style = { width: size, height: size, fontSize: Math.round(size * (size <= 24 ? 0.5 : 0.4)) }
  if (picture) {
    return <img className={css.avatar} src={picture} alt={isDecorative ? '' : name} title={name} style={style} />
  }
  return (
    <span
      className={css.avatar}
      style={style}
      title={name}
      data-tone={toneOf(name)}
      {...(isDecorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
    >
      {size <= 24 ? (firstOf(name.trim()) || '?').toLocaleUpperCase() : initialsOf(name)}
    </span>
  )
}

/** Overlapping pictures; the rest as a number. */
export function AvatarStack({
  people,
  most = 4,
  size = 24,
}: {
  people: readonly AvatarPerson[]
  most?: number
  size?: 20 | 24 | 32
}) {
  const rest = people.length - most
  return (
    <span className={css.stack}>
      {people.slice(0, most).map(person => (
        <Avatar key={person.name} {...person} size={size} />
      ))}
      {rest > 0 && (
        <span
          className={css.avatar}
          style={{ width: size, height: size, fontSize: Math.round(size * 0.4) }}
          title={people
            .slice(most)
            .map(person => person.name)
            .join(', ')}
        >
          +{rest}
        </span>
      )}
    </span>
  )
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Initials of the first and last word; one character for single words. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = firstOf(words[0] ?? '')
  return (words.length > 1 ? first + firstOf(words.at(-1) ?? '') : first).toLocaleUpperCase()
}

function firstOf(word: string): string {
  return [...segmenter.segment(word)][0]?.segment ?? ''
}

const TONES = 6

/** Stable colour of a name. */
function toneOf(name: string): number {
  let sum = 0
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return sum % TONES
}
