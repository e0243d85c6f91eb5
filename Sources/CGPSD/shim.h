#ifndef WAYMARK_CGPSD_SHIM_H
#define WAYMARK_CGPSD_SHIM_H

#include <gps.h>
#include <math.h>
#include <stdint.h>

// What one line of gpsd was about.
enum {
  WAYMARK_GPSD_OTHER,
  WAYMARK_GPSD_TPV,
  WAYMARK_GPSD_SKY,
  WAYMARK_GPSD_ERROR,
};

// The part of gps_data_t that we use. The whole is 24 to 29 kB, and its layout and the names of its status constants
// change from release to release; here numbers keep gpsd's meaning, and NaN (or 0 where said so) is unknown.
struct waymark_gpsd_report {
  int32_t kind;
  int32_t mode;
  int32_t status;             // 0 is unknown
  int64_t time_milliseconds;  // since 1970; 0 is unknown
  double latitude, longitude;
  double altitude_msl, altitude_hae, geoid_separation;
  double speed, track;
  double eph, epv;
  double hdop, vdop, pdop;
  int32_t satellites_used;  // 0 is unknown
};

// `set` and the fix outlive a line, so that a reader that looks after each line sees the last fix again: `set` starts
// at zero for every line and names what this line, and no earlier one, brought. libgps fills what a TPV or SKY lacks
// with NaN.
static inline struct waymark_gpsd_report waymark_gpsd_unpack(struct gps_data_t *data, char *line) {
  struct waymark_gpsd_report report = {0};
  data->set = 0;
  // A report that names no device must not inherit the last one's.
  data->dev.path[0] = 0;
  if (gps_unpack(line, data) != 0) return report;
  const struct gps_fix_t *fix = &data->fix;
  if (data->set & ERROR_SET) {
    report.kind = WAYMARK_GPSD_ERROR;
  } else if (data->set & STATUS_SET) {
    report.kind = WAYMARK_GPSD_TPV;
    report.mode = fix->mode;
    report.status = fix->status;
    // An unreadable time comes out before 1970.
    if (fix->time.tv_sec > 0)
      report.time_milliseconds = (int64_t)fix->time.tv_sec * 1000 + (fix->time.tv_nsec + 500000) / 1000000;
    report.latitude = fix->latitude;
    report.longitude = fix->longitude;
    // `alt` is the name that altMSL had before gpsd 3.20.
    int old_name_only = !isfinite(fix->altMSL) && !isfinite(fix->altHAE);
    report.altitude_msl = old_name_only ? fix->altitude : fix->altMSL;
    report.altitude_hae = fix->altHAE;
    report.geoid_separation = fix->geoid_sep;
    report.speed = fix->speed;
    report.track = fix->track;
    report.eph = fix->eph;
    report.epv = fix->epv;
  } else if (data->set & (SATELLITE_SET | DOP_SET)) {
    report.kind = WAYMARK_GPSD_SKY;
    report.hdop = data->dop.hdop;
    report.vdop = data->dop.vdop;
    report.pdop = data->dop.pdop;
    report.satellites_used = data->satellites_used;
  }
  return report;
}

// gpsd's words in an ERROR line; the union that holds them is imported as a tuple otherwise.
static inline const char *waymark_gpsd_error(const struct gps_data_t *data) { return data->error; }

// The receiver that the line last unpacked was about; empty when it named none.
static inline const char *waymark_gpsd_device(const struct gps_data_t *data) { return data->dev.path; }

#endif
