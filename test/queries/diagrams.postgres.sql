select "content".*, "attachment"."media_type", "attachment"."sha256", "attachment"."size"
  from "content"
  inner join "attachment" on "attachment"."content_id" = "content"."id"
  where "content"."container_id" = ? and "content"."type" = ? and "content"."status" <> ? and ("attachment"."media_type" in (…) or ("attachment"."media_type" in (…) and exists (select "picture"."id"
  from "content" as "picture"
  where "picture"."container_id" = "content"."container_id" and "picture"."type" = ? and "picture"."status" <> ? and "picture"."title" = content.title || '.png')))
  order by "content"."title_key", "content"."id"
  limit ?
  offset ?;

select "content_id", "sha256", "size"
  from "attachment"
  where "content_id" in (…) and "media_type" in (…);

select "sha256", "size"
  from "diagram_picture"
  where "source" = ? and "look" = ?;

select *
  from "attachment_version"
  where "content_id" = ? and "number" = ?;
