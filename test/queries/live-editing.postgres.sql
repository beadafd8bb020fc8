delete
  from "live_author"
  where "content_id" = ? and "seq" <= ?
  returning "account_id";

insert into "live_document" ("content_id", "incarnation", "base_version", "seq", "state", "state_seq", "size", "updated_at")
  values (…);

select "content_id", "incarnation", "base_version", "base_conflicts", "seq", "state_seq", "size", "draft_seq", "updated_at"
  from "live_document"
  where "content_id" = ?;

select "content_id", "seq"
  from "live_document"
  where "content_id" in (…);

select "seq", "data"
  from "live_update"
  where "content_id" = ? and "seq" > ?
  order by "seq";

select "state", "state_seq"
  from "live_document"
  where "content_id" = ?;

select distinct "account_id"
  from "live_connection"
  where "content_id" = ? and "seen_at" > ?
  order by "account_id";

update "live_document"
  set "base_version" = ?, "base_conflicts" = ?
  where "content_id" = ?;
