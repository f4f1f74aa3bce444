#!lua
-- One commit of one room, all or nothing: version check, state, dedupe record, deadline, lobby index, gateways' sets,
-- round log. Every key is in the room's partition, so this runs on a Redis Cluster too.
--
-- KEYS  1 room   2 due   3 open   4 gateways   5 the round's log   6 finished logs   7 phases
--       8… at:<gateway>: entered, then left
-- ARGV  1 code   2 version it was decided on ("0": no room)   3 new version ("0": the room is gone)   4 due (ms)
--       5 life of an untouched room (ms)   6 dedupe field to answer a conflict with
--       7 open entry ("": as it was, "-": not open)
--       8 log step ("", "open", "line", "finish", "drop")   9 log's name   10 its line   11 JSON of the round's result
--       12 life of a finished log (ms)   13 the dedupe field to forget ("": none)
--       14 how many gateways were entered   15 how many were left   16 phase's number ("": as it was)
--       then their ids   then hash fields and values
local room, due, open, gateways, log, finished = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local phases = KEYS[7]
local code, life = ARGV[1], ARGV[5]

if (redis.call('HGET', room, 'v') or '0') ~= ARGV[2] then
  -- What the loser needs to decide again, so that a conflict costs no second load.
  return {redis.call('TIME'), redis.call('HMGET', room, 'v', 's', 't', 'r', ARGV[6])}
end

local entered, left = tonumber(ARGV[14]), tonumber(ARGV[15])
for i = 1, entered do
  redis.call('SADD', KEYS[7 + i], code)
  redis.call('PEXPIRE', KEYS[7 + i], life)
  redis.call('SADD', gateways, ARGV[16 + i])
end
for i = entered + 1, entered + left do
  redis.call('SREM', KEYS[7 + i], code)
  if redis.call('EXISTS', KEYS[7 + i]) == 0 then
    redis.call('SREM', gateways, ARGV[16 + i])
  end
end

local step = ARGV[8]
if step == 'drop' then
  redis.call('DEL', log)
elseif step ~= '' then
  redis.call('RPUSH', log, ARGV[10])
  if step == 'finish' then
    redis.call('LSET', log, 0, redis.call('LINDEX', log, 0):sub(1, -2) .. ',"result":' .. ARGV[11] .. '}')
    redis.call('PEXPIRE', log, ARGV[12])
    -- Only now is the log listed: the seed in its header is no secret any more.
    redis.call('RPUSH', finished, ARGV[9])
    redis.call('PEXPIRE', finished, ARGV[12])
  else
    redis.call('PEXPIRE', log, life)
  end
end

if ARGV[7] == '-' then
  redis.call('HDEL', open, code)
elseif ARGV[7] ~= '' then
  redis.call('HSET', open, code, ARGV[7])
end

if ARGV[3] == '0' then
  redis.call('DEL', room)
  redis.call('ZREM', due, code)
  redis.call('ZREM', phases, code)
  return false
end
redis.call('ZADD', due, ARGV[4], code)
redis.call('HSET', room, 'v', ARGV[3], unpack(ARGV, 17 + entered + left))
if ARGV[16] ~= '' then
  redis.call('ZADD', phases, ARGV[16], code)
end
if ARGV[13] ~= '' then
  redis.call('HDEL', room, ARGV[13])
end
redis.call('PEXPIRE', room, life)
return false
