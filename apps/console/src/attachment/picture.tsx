import { useCallback, useEffect, useRef, useState } from "react";
import { useContent } from "../client/content.ts";
import type { Attachment } from "./attachment.rules.ts";

interface PictureProps {
  readonly attachment: Attachment;
}

/** A picture, which is read when it comes into sight. The service itself shows it to no browser. */
export function Picture({ attachment }: PictureProps) {
  const { id, mediaType, fileName, description } = attachment;
  const [isSeen, setSeen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const seen = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    if (place.current) seen.observe(place.current);
    return () => seen.disconnect();
  }, []);
  const content = useContent(id, isSeen);
  return (
    <div ref={place} className="picture">
      {content ? (
        <Drawn content={content} mediaType={mediaType} name={description ?? fileName} />
      ) : undefined}
    </div>
  );
}

interface DrawnProps {
  readonly content: Blob;
  readonly mediaType: string;
  readonly name: string;
}

/** A picture that is in memory: it has an address in this page as long as it is shown. */
function Drawn({ content, mediaType, name }: DrawnProps) {
  const draw = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(new Blob([content], { type: mediaType }));
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [content, mediaType],
  );
  return <img ref={draw} alt={name} />;
}
