import { useLayoutEffect, useRef } from 'react'

/** A drawing as an inert image. */
export function SvgPicture({ svg, label, className }: { svg: string; label: string; className?: string }) {
  const image = useRef<HTMLImageElement>(null)
  useLayoutEffect(() => {
    const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
    if (image.current) image.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [svg])
  return <img ref={image} alt={label} className={className} draggable={false} />
}
