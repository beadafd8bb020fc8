select "content_id", "incarnation", "base_version", "base_conflicts", "seq", "state_seq", "size", "draft_seq", "updated_at"
  from "live_document"
  where "content_id" = ?;

select "content_id", "seq"
  from "live_document"
  where "content_id" in (…);

select "id", "content_id", "started_at", "at", "authors", "size"
  from "live_state"
  where "content_id" = ?
  order by "at" desc;

select "incarnation", "state", "state_seq"
  from "live_document"
  where "content_id" = ?;

select "seq", "data"
  from "live_update"
  where "content_id" = ? and "seq" > ?
  order by "seq";

select distinct "account_id"
  from "live_connection"
  where "content_id" = ? and "seen_at" > ?
  order by "account_id";
