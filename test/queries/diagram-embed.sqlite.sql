insert into "diagram_embed_space" ("space_id", "enabled")
  values (…)
  on conflict ("space_id") do update
  set "enabled" = ?;

select "enabled"
  from "diagram_embed_space"
  where "space_id" = ?;

select "id", "attachment_id", "version", "creator_id", "created_at"
  from "diagram_embed_link"
  order by "id" desc
  limit ?
  offset ?;
