import { useEffect, useState } from 'react'
import { PersonCard } from './PersonCard.tsx'
import { usernameOf } from './person.ts'
import { watchNames } from './resting.ts'

/** The card of the person whose name is reached. @param first event on the first name */
export default function CardAtNames({ first }: { first: Event }) {
  const [anchor, setAnchor] = useState<HTMLElement>()
  useEffect(() => watchNames(first, setAnchor), [first])
  const username = anchor && usernameOf(anchor)
  if (anchor === undefined || username === undefined) return null
  return <PersonCard key={username} anchor={anchor} username={username} />
}
