insert into "space_import_upload" ("owner_id", "file_name", "file_size", "file_sha256", "options", "state", "progress", "error", "result", "created_at", "finished_at")
  values (…)
  returning *;

select *
  from "space_import_upload"
  order by "id" desc
  limit ?
  offset ?;

select *
  from "space_import_upload"
  where "id" = ?;

update "space_import_upload"
  set "state" = ?
  where "id" = ?;

update "space_import_upload"
  set "state" = ?, "error" = ?, "finished_at" = ?, "file_sha256" = ?
  where "id" = ?;
